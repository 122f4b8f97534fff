# What the page asks of the device: files, the camera.
.class public Lapp/qitao/floor/Windows;
.super Landroid/webkit/WebChromeClient;

.field private final floor:Lapp/qitao/floor/Floor;

.method public constructor <init>(Lapp/qitao/floor/Floor;)V
    .locals 0
    invoke-direct {p0}, Landroid/webkit/WebChromeClient;-><init>()V
    iput-object p1, p0, Lapp/qitao/floor/Windows;->floor:Lapp/qitao/floor/Floor;
    return-void
.end method

.method public onShowFileChooser(Landroid/webkit/WebView;Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .locals 1
    iget-object v0, p0, Lapp/qitao/floor/Windows;->floor:Lapp/qitao/floor/Floor;
    invoke-virtual {v0, p2, p3}, Lapp/qitao/floor/Floor;->choose(Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    move-result v0
    return v0
.end method

# The picture only, never the sound; to the server's own page, and where the person has allowed it to us.
.method public onPermissionRequest(Landroid/webkit/PermissionRequest;)V
    .locals 3
    invoke-virtual {p1}, Landroid/webkit/PermissionRequest;->getOrigin()Landroid/net/Uri;
    move-result-object v0
    invoke-virtual {v0}, Landroid/net/Uri;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Lapp/qitao/floor/Pages;->serverOf(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    iget-object v1, p0, Lapp/qitao/floor/Windows;->floor:Lapp/qitao/floor/Floor;
    invoke-virtual {v1}, Lapp/qitao/floor/Floor;->server()Ljava/lang/String;
    move-result-object v1
    if-eqz v1, :no
    invoke-virtual {v1, v0}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :no
    iget-object v0, p0, Lapp/qitao/floor/Windows;->floor:Lapp/qitao/floor/Floor;
    invoke-virtual {v0}, Lapp/qitao/floor/Floor;->mayFilm()Z
    move-result v0
    if-eqz v0, :no
    invoke-virtual {p1}, Landroid/webkit/PermissionRequest;->getResources()[Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Ljava/util/Arrays;->asList([Ljava/lang/Object;)Ljava/util/List;
    move-result-object v0
    const-string v1, "android.webkit.resource.VIDEO_CAPTURE"
    invoke-interface {v0, v1}, Ljava/util/List;->contains(Ljava/lang/Object;)Z
    move-result v0
    if-eqz v0, :no
    const/4 v0, 0x1
    new-array v0, v0, [Ljava/lang/String;
    const/4 v2, 0x0
    aput-object v1, v0, v2
    invoke-virtual {p1, v0}, Landroid/webkit/PermissionRequest;->grant([Ljava/lang/String;)V
    return-void
    :no
    invoke-virtual {p1}, Landroid/webkit/PermissionRequest;->deny()V
    return-void
.end method
