# The operator's page (/m/) of one server, alone on the screen: scanner, camera, back key and a screen that stays lit while somebody works.
.class public Lapp/qitao/floor/Floor;
.super Landroid/app/Activity;
# Runs when nobody has touched or scanned anything for a while.
.implements Ljava/lang/Runnable;
# Hears whether the page has used the back key.
.implements Landroid/webkit/ValueCallback;

.field private web:Landroid/webkit/WebView;
.field private setup:Landroid/view/View;
.field private address:Landroid/widget/EditText;
.field private problem:Landroid/widget/TextView;
.field private hands:Landroid/os/Handler;
.field private scans:Landroid/content/BroadcastReceiver;
# Scheme, name and port of the server; null: not told yet.
.field private server:Ljava/lang/String;
# Waits for the photos that are being chosen.
.field private chosen:Landroid/webkit/ValueCallback;
.field private photo:Landroid/net/Uri;

.method public constructor <init>()V
    .locals 0
    invoke-direct {p0}, Landroid/app/Activity;-><init>()V
    return-void
.end method

.method protected onCreate(Landroid/os/Bundle;)V
    .locals 4
    invoke-super {p0, p1}, Landroid/app/Activity;->onCreate(Landroid/os/Bundle;)V

    new-instance v0, Landroid/os/Handler;
    invoke-static {}, Landroid/os/Looper;->getMainLooper()Landroid/os/Looper;
    move-result-object v1
    invoke-direct {v0, v1}, Landroid/os/Handler;-><init>(Landroid/os/Looper;)V
    iput-object v0, p0, Lapp/qitao/floor/Floor;->hands:Landroid/os/Handler;

    new-instance v0, Lapp/qitao/floor/Scans;
    invoke-direct {v0, p0}, Lapp/qitao/floor/Scans;-><init>(Lapp/qitao/floor/Floor;)V
    iput-object v0, p0, Lapp/qitao/floor/Floor;->scans:Landroid/content/BroadcastReceiver;

    const-string v0, "layout"
    const-string v1, "floor"
    invoke-direct {p0, v0, v1}, Lapp/qitao/floor/Floor;->named(Ljava/lang/String;Ljava/lang/String;)I
    move-result v0
    invoke-virtual {p0, v0}, Lapp/qitao/floor/Floor;->setContentView(I)V

    const-string v0, "setup"
    invoke-direct {p0, v0}, Lapp/qitao/floor/Floor;->part(Ljava/lang/String;)Landroid/view/View;
    move-result-object v0
    iput-object v0, p0, Lapp/qitao/floor/Floor;->setup:Landroid/view/View;

    const-string v0, "address"
    invoke-direct {p0, v0}, Lapp/qitao/floor/Floor;->part(Ljava/lang/String;)Landroid/view/View;
    move-result-object v0
    check-cast v0, Landroid/widget/EditText;
    iput-object v0, p0, Lapp/qitao/floor/Floor;->address:Landroid/widget/EditText;

    const-string v0, "problem"
    invoke-direct {p0, v0}, Lapp/qitao/floor/Floor;->part(Ljava/lang/String;)Landroid/view/View;
    move-result-object v0
    check-cast v0, Landroid/widget/TextView;
    iput-object v0, p0, Lapp/qitao/floor/Floor;->problem:Landroid/widget/TextView;

    # Only where another app reads codes by the camera for us.
    invoke-static {}, Lapp/qitao/floor/Floor;->cameraScan()Landroid/content/Intent;
    move-result-object v0
    invoke-virtual {p0}, Lapp/qitao/floor/Floor;->getPackageManager()Landroid/content/pm/PackageManager;
    move-result-object v1
    invoke-virtual {v0, v1}, Landroid/content/Intent;->resolveActivity(Landroid/content/pm/PackageManager;)Landroid/content/ComponentName;
    move-result-object v0
    if-nez v0, :can_scan
    const-string v0, "scan"
    invoke-direct {p0, v0}, Lapp/qitao/floor/Floor;->part(Ljava/lang/String;)Landroid/view/View;
    move-result-object v0
    const/16 v1, 0x8
    invoke-virtual {v0, v1}, Landroid/view/View;->setVisibility(I)V
    :can_scan

    const-string v0, "web"
    invoke-direct {p0, v0}, Lapp/qitao/floor/Floor;->part(Ljava/lang/String;)Landroid/view/View;
    move-result-object v0
    check-cast v0, Landroid/webkit/WebView;
    iput-object v0, p0, Lapp/qitao/floor/Floor;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->getSettings()Landroid/webkit/WebSettings;
    move-result-object v1
    const/4 v2, 0x1
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setJavaScriptEnabled(Z)V
    # What is not sent waits in the page's own database.
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setDomStorageEnabled(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setDatabaseEnabled(Z)V
    const/4 v2, 0x0
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setAllowFileAccess(Z)V
    invoke-virtual {v1, v2}, Landroid/webkit/WebSettings;->setMediaPlaybackRequiresUserGesture(Z)V
    new-instance v1, Lapp/qitao/floor/Pages;
    invoke-direct {v1, p0}, Lapp/qitao/floor/Pages;-><init>(Lapp/qitao/floor/Floor;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebViewClient(Landroid/webkit/WebViewClient;)V
    new-instance v1, Lapp/qitao/floor/Windows;
    invoke-direct {v1, p0}, Lapp/qitao/floor/Windows;-><init>(Lapp/qitao/floor/Floor;)V
    invoke-virtual {v0, v1}, Landroid/webkit/WebView;->setWebChromeClient(Landroid/webkit/WebChromeClient;)V

    invoke-static {p0}, Lapp/qitao/floor/Photos;->clear(Landroid/content/Context;)V
    invoke-static {p0}, Lapp/qitao/floor/Scans;->configure(Landroid/content/Context;)V
    invoke-virtual {p0}, Lapp/qitao/floor/Floor;->mayFilm()Z
    move-result v0
    if-nez v0, :asked
    const/4 v0, 0x1
    new-array v0, v0, [Ljava/lang/String;
    const/4 v1, 0x0
    const-string v2, "android.permission.CAMERA"
    aput-object v2, v0, v1
    invoke-virtual {p0, v0, v1}, Lapp/qitao/floor/Floor;->requestPermissions([Ljava/lang/String;I)V
    :asked

    invoke-direct {p0}, Lapp/qitao/floor/Floor;->kept()Landroid/content/SharedPreferences;
    move-result-object v0
    const-string v1, "server"
    const/4 v2, 0x0
    invoke-interface {v0, v1, v2}, Landroid/content/SharedPreferences;->getString(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    iput-object v0, p0, Lapp/qitao/floor/Floor;->server:Ljava/lang/String;
    invoke-virtual {p0}, Lapp/qitao/floor/Floor;->getIntent()Landroid/content/Intent;
    move-result-object v1
    invoke-direct {p0, v1}, Lapp/qitao/floor/Floor;->take(Landroid/content/Intent;)Z
    move-result v1
    if-nez v1, :done
    if-eqz v0, :done
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->open()V
    :done
    return-void
.end method

.method protected onNewIntent(Landroid/content/Intent;)V
    .locals 0
    invoke-super {p0, p1}, Landroid/app/Activity;->onNewIntent(Landroid/content/Intent;)V
    invoke-direct {p0, p1}, Lapp/qitao/floor/Floor;->take(Landroid/content/Intent;)Z
    return-void
.end method

# An address that a link brings: shown, used when it is confirmed.
.method private take(Landroid/content/Intent;)Z
    .locals 2
    invoke-virtual {p1}, Landroid/content/Intent;->getDataString()Ljava/lang/String;
    move-result-object v0
    if-nez v0, :given
    const/4 v0, 0x0
    return v0
    :given
    invoke-virtual {p0, v0}, Lapp/qitao/floor/Floor;->ask(Ljava/lang/String;)V
    # Started anew, the same link is not followed again.
    const/4 v1, 0x0
    invoke-virtual {p1, v1}, Landroid/content/Intent;->setData(Landroid/net/Uri;)Landroid/content/Intent;
    const/4 v0, 0x1
    return v0
.end method

.method protected onResume()V
    .locals 1
    invoke-super {p0}, Landroid/app/Activity;->onResume()V
    iget-object v0, p0, Lapp/qitao/floor/Floor;->scans:Landroid/content/BroadcastReceiver;
    invoke-static {p0, v0}, Lapp/qitao/floor/Scans;->claim(Landroid/app/Activity;Landroid/content/BroadcastReceiver;)V
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->stayLit()V
    return-void
.end method

.method protected onPause()V
    .locals 1
    iget-object v0, p0, Lapp/qitao/floor/Floor;->scans:Landroid/content/BroadcastReceiver;
    invoke-static {p0, v0}, Lapp/qitao/floor/Scans;->release(Landroid/app/Activity;Landroid/content/BroadcastReceiver;)V
    iget-object v0, p0, Lapp/qitao/floor/Floor;->hands:Landroid/os/Handler;
    invoke-virtual {v0, p0}, Landroid/os/Handler;->removeCallbacks(Ljava/lang/Runnable;)V
    invoke-super {p0}, Landroid/app/Activity;->onPause()V
    return-void
.end method

.method protected onDestroy()V
    .locals 1
    iget-object v0, p0, Lapp/qitao/floor/Floor;->web:Landroid/webkit/WebView;
    invoke-virtual {v0}, Landroid/webkit/WebView;->destroy()V
    invoke-super {p0}, Landroid/app/Activity;->onDestroy()V
    return-void
.end method

.method public onUserInteraction()V
    .locals 0
    invoke-super {p0}, Landroid/app/Activity;->onUserInteraction()V
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->stayLit()V
    return-void
.end method

# Ten minutes: the way to the next machine, with gloves on.
.method private stayLit()V
    .locals 4
    invoke-virtual {p0}, Lapp/qitao/floor/Floor;->getWindow()Landroid/view/Window;
    move-result-object v0
    const/16 v1, 0x80
    invoke-virtual {v0, v1}, Landroid/view/Window;->addFlags(I)V
    iget-object v0, p0, Lapp/qitao/floor/Floor;->hands:Landroid/os/Handler;
    invoke-virtual {v0, p0}, Landroid/os/Handler;->removeCallbacks(Ljava/lang/Runnable;)V
    const-wide/32 v2, 0x927c0
    invoke-virtual {v0, p0, v2, v3}, Landroid/os/Handler;->postDelayed(Ljava/lang/Runnable;J)Z
    return-void
.end method

.method public run()V
    .locals 2
    invoke-virtual {p0}, Lapp/qitao/floor/Floor;->getWindow()Landroid/view/Window;
    move-result-object v0
    const/16 v1, 0x80
    invoke-virtual {v0, v1}, Landroid/view/Window;->clearFlags(I)V
    return-void
.end method

# A label: the address while that is asked for, otherwise the page's. Whoever holds the device presses the button: any program can send what
# looks like a scan, and a label may lead anywhere.
.method public scanned(Ljava/lang/String;)V
    .locals 3
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->stayLit()V
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->isAsking()Z
    move-result v0
    if-eqz v0, :page
    iget-object v0, p0, Lapp/qitao/floor/Floor;->address:Landroid/widget/EditText;
    invoke-virtual {v0, p1}, Landroid/widget/EditText;->setText(Ljava/lang/CharSequence;)V
    return-void
    :page
    new-instance v0, Ljava/lang/StringBuilder;
    const-string v1, "dispatchEvent(new CustomEvent(\'qitao:scan\',{detail:"
    invoke-direct {v0, v1}, Ljava/lang/StringBuilder;-><init>(Ljava/lang/String;)V
    invoke-static {p1}, Lorg/json/JSONObject;->quote(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, v1}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    const-string v1, "}))"
    invoke-virtual {v0, v1}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-virtual {v0}, Ljava/lang/StringBuilder;->toString()Ljava/lang/String;
    move-result-object v0
    iget-object v1, p0, Lapp/qitao/floor/Floor;->web:Landroid/webkit/WebView;
    const/4 v2, 0x0
    invoke-virtual {v1, v0, v2}, Landroid/webkit/WebView;->evaluateJavascript(Ljava/lang/String;Landroid/webkit/ValueCallback;)V
    return-void
.end method

# The page closes what is open first.
.method public onBackPressed()V
    .locals 2
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->isAsking()Z
    move-result v0
    if-nez v0, :asking
    iget-object v0, p0, Lapp/qitao/floor/Floor;->web:Landroid/webkit/WebView;
    const-string v1, "!dispatchEvent(new CustomEvent(\'qitao:back\',{cancelable:true}))"
    invoke-virtual {v0, v1, p0}, Landroid/webkit/WebView;->evaluateJavascript(Ljava/lang/String;Landroid/webkit/ValueCallback;)V
    return-void
    :asking
    iget-object v0, p0, Lapp/qitao/floor/Floor;->server:Ljava/lang/String;
    if-nez v0, :back
    invoke-super {p0}, Landroid/app/Activity;->onBackPressed()V
    return-void
    :back
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->open()V
    return-void
.end method

.method public onReceiveValue(Ljava/lang/Object;)V
    .locals 1
    const-string v0, "true"
    invoke-virtual {v0, p1}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v0
    if-nez v0, :used
    const/4 v0, 0x1
    invoke-virtual {p0, v0}, Lapp/qitao/floor/Floor;->moveTaskToBack(Z)Z
    :used
    return-void
.end method

# Held down, the back key asks for another server.
.method public onKeyLongPress(ILandroid/view/KeyEvent;)Z
    .locals 1
    const/4 v0, 0x4
    if-ne p1, v0, :other
    iget-object v0, p0, Lapp/qitao/floor/Floor;->server:Ljava/lang/String;
    invoke-virtual {p0, v0}, Lapp/qitao/floor/Floor;->ask(Ljava/lang/String;)V
    const/4 v0, 0x1
    return v0
    :other
    invoke-super {p0, p1, p2}, Landroid/app/Activity;->onKeyLongPress(ILandroid/view/KeyEvent;)Z
    move-result v0
    return v0
.end method

.method private isAsking()Z
    .locals 1
    iget-object v0, p0, Lapp/qitao/floor/Floor;->setup:Landroid/view/View;
    invoke-virtual {v0}, Landroid/view/View;->getVisibility()I
    move-result v0
    if-nez v0, :no
    const/4 v0, 0x1
    return v0
    :no
    const/4 v0, 0x0
    return v0
.end method

# Shows the form for the address with one filled in.
.method public ask(Ljava/lang/String;)V
    .locals 2
    iget-object v0, p0, Lapp/qitao/floor/Floor;->setup:Landroid/view/View;
    const/4 v1, 0x0
    invoke-virtual {v0, v1}, Landroid/view/View;->setVisibility(I)V
    iget-object v0, p0, Lapp/qitao/floor/Floor;->address:Landroid/widget/EditText;
    invoke-virtual {v0, p1}, Landroid/widget/EditText;->setText(Ljava/lang/CharSequence;)V
    iget-object v0, p0, Lapp/qitao/floor/Floor;->problem:Landroid/widget/TextView;
    const-string v1, ""
    invoke-virtual {v0, v1}, Landroid/widget/TextView;->setText(Ljava/lang/CharSequence;)V
    return-void
.end method

# The same after the page did not come, with why.
.method public failed(Ljava/lang/String;)V
    .locals 2
    iget-object v0, p0, Lapp/qitao/floor/Floor;->server:Ljava/lang/String;
    invoke-virtual {p0, v0}, Lapp/qitao/floor/Floor;->ask(Ljava/lang/String;)V
    const-string v0, "string"
    invoke-direct {p0, v0, p1}, Lapp/qitao/floor/Floor;->named(Ljava/lang/String;Ljava/lang/String;)I
    move-result v0
    iget-object v1, p0, Lapp/qitao/floor/Floor;->problem:Landroid/widget/TextView;
    invoke-virtual {v1, v0}, Landroid/widget/TextView;->setText(I)V
    return-void
.end method

# The button of the form.
.method public connect(Landroid/view/View;)V
    .locals 3
    iget-object v0, p0, Lapp/qitao/floor/Floor;->address:Landroid/widget/EditText;
    invoke-virtual {v0}, Landroid/widget/EditText;->getText()Landroid/text/Editable;
    move-result-object v0
    invoke-virtual {v0}, Ljava/lang/Object;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Lapp/qitao/floor/Pages;->serverOf(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :good
    const-string v0, "string"
    const-string v1, "bad_address"
    invoke-direct {p0, v0, v1}, Lapp/qitao/floor/Floor;->named(Ljava/lang/String;Ljava/lang/String;)I
    move-result v0
    iget-object v1, p0, Lapp/qitao/floor/Floor;->problem:Landroid/widget/TextView;
    invoke-virtual {v1, v0}, Landroid/widget/TextView;->setText(I)V
    return-void
    :good
    iput-object v0, p0, Lapp/qitao/floor/Floor;->server:Ljava/lang/String;
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->kept()Landroid/content/SharedPreferences;
    move-result-object v1
    invoke-interface {v1}, Landroid/content/SharedPreferences;->edit()Landroid/content/SharedPreferences$Editor;
    move-result-object v1
    const-string v2, "server"
    invoke-interface {v1, v2, v0}, Landroid/content/SharedPreferences$Editor;->putString(Ljava/lang/String;Ljava/lang/String;)Landroid/content/SharedPreferences$Editor;
    move-result-object v1
    invoke-interface {v1}, Landroid/content/SharedPreferences$Editor;->apply()V
    invoke-direct {p0}, Lapp/qitao/floor/Floor;->open()V
    return-void
.end method

.method private open()V
    .locals 3
    iget-object v0, p0, Lapp/qitao/floor/Floor;->setup:Landroid/view/View;
    const/16 v1, 0x8
    invoke-virtual {v0, v1}, Landroid/view/View;->setVisibility(I)V
    iget-object v0, p0, Lapp/qitao/floor/Floor;->server:Ljava/lang/String;
    const-string v1, "/m/"
    invoke-virtual {v0, v1}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    iget-object v1, p0, Lapp/qitao/floor/Floor;->web:Landroid/webkit/WebView;
    invoke-virtual {v1, v0}, Landroid/webkit/WebView;->loadUrl(Ljava/lang/String;)V
    # Keys of a scanner that types go to the page.
    invoke-virtual {v1}, Landroid/webkit/WebView;->requestFocus()Z
    return-void
.end method

.method public server()Ljava/lang/String;
    .locals 1
    iget-object v0, p0, Lapp/qitao/floor/Floor;->server:Ljava/lang/String;
    return-object v0
.end method

.method public mayFilm()Z
    .locals 1
    const-string v0, "android.permission.CAMERA"
    invoke-virtual {p0, v0}, Lapp/qitao/floor/Floor;->checkSelfPermission(Ljava/lang/String;)I
    move-result v0
    if-eqz v0, :yes
    const/4 v0, 0x0
    return v0
    :yes
    const/4 v0, 0x1
    return v0
.end method

.method private static cameraScan()Landroid/content/Intent;
    .locals 2
    new-instance v0, Landroid/content/Intent;
    const-string v1, "com.google.zxing.client.android.SCAN"
    invoke-direct {v0, v1}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    return-object v0
.end method

.method public scanByCamera(Landroid/view/View;)V
    .locals 2
    invoke-static {}, Lapp/qitao/floor/Floor;->cameraScan()Landroid/content/Intent;
    move-result-object v0
    const/4 v1, 0x2
    :try_start
    invoke-virtual {p0, v0, v1}, Lapp/qitao/floor/Floor;->startActivityForResult(Landroid/content/Intent;I)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :gone
    return-void
    :gone
    move-exception v0
    return-void
.end method

# A photo or file for the page: from the camera at once where the page asks for that, otherwise by choice.
.method public choose(Landroid/webkit/ValueCallback;Landroid/webkit/WebChromeClient$FileChooserParams;)Z
    .locals 6
    const/4 v5, 0x0
    invoke-direct {p0, v5}, Lapp/qitao/floor/Floor;->answer([Landroid/net/Uri;)V
    iput-object p1, p0, Lapp/qitao/floor/Floor;->chosen:Landroid/webkit/ValueCallback;
    invoke-virtual {p2}, Landroid/webkit/WebChromeClient$FileChooserParams;->createIntent()Landroid/content/Intent;
    move-result-object v0
    iput-object v5, p0, Lapp/qitao/floor/Floor;->photo:Landroid/net/Uri;
    invoke-virtual {p0}, Lapp/qitao/floor/Floor;->mayFilm()Z
    move-result v1
    if-eqz v1, :start
    invoke-static {}, Lapp/qitao/floor/Photos;->next()Landroid/net/Uri;
    move-result-object v1
    iput-object v1, p0, Lapp/qitao/floor/Floor;->photo:Landroid/net/Uri;
    invoke-static {v1}, Lapp/qitao/floor/Photos;->intentFor(Landroid/net/Uri;)Landroid/content/Intent;
    move-result-object v1
    invoke-virtual {p2}, Landroid/webkit/WebChromeClient$FileChooserParams;->isCaptureEnabled()Z
    move-result v2
    if-eqz v2, :either
    move-object v0, v1
    goto :start
    :either
    invoke-static {v0, v5}, Landroid/content/Intent;->createChooser(Landroid/content/Intent;Ljava/lang/CharSequence;)Landroid/content/Intent;
    move-result-object v0
    const/4 v2, 0x1
    new-array v2, v2, [Landroid/os/Parcelable;
    const/4 v3, 0x0
    aput-object v1, v2, v3
    const-string v3, "android.intent.extra.INITIAL_INTENTS"
    invoke-virtual {v0, v3, v2}, Landroid/content/Intent;->putExtra(Ljava/lang/String;[Landroid/os/Parcelable;)Landroid/content/Intent;
    :start
    const/4 v1, 0x1
    :try_start
    invoke-virtual {p0, v0, v1}, Lapp/qitao/floor/Floor;->startActivityForResult(Landroid/content/Intent;I)V
    :try_end
    .catch Landroid/content/ActivityNotFoundException; {:try_start .. :try_end} :nobody
    return v1
    :nobody
    move-exception v0
    invoke-direct {p0, v5}, Lapp/qitao/floor/Floor;->answer([Landroid/net/Uri;)V
    return v1
.end method

# To the page, once.
.method private answer([Landroid/net/Uri;)V
    .locals 2
    iget-object v0, p0, Lapp/qitao/floor/Floor;->chosen:Landroid/webkit/ValueCallback;
    if-eqz v0, :over
    const/4 v1, 0x0
    iput-object v1, p0, Lapp/qitao/floor/Floor;->chosen:Landroid/webkit/ValueCallback;
    invoke-interface {v0, p1}, Landroid/webkit/ValueCallback;->onReceiveValue(Ljava/lang/Object;)V
    :over
    return-void
.end method

.method protected onActivityResult(IILandroid/content/Intent;)V
    .locals 3
    const/4 v0, 0x2
    if-ne p1, v0, :file
    if-eqz p3, :nothing
    const-string v0, "SCAN_RESULT"
    invoke-virtual {p3, v0}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-eqz v0, :nothing
    invoke-virtual {p0, v0}, Lapp/qitao/floor/Floor;->scanned(Ljava/lang/String;)V
    :nothing
    return-void

    :file
    invoke-static {p2, p3}, Landroid/webkit/WebChromeClient$FileChooserParams;->parseResult(ILandroid/content/Intent;)[Landroid/net/Uri;
    move-result-object v0
    if-nez v0, :tell
    # RESULT_OK without an address: the camera has filled its file.
    const/4 v1, -0x1
    if-ne p2, v1, :tell
    iget-object v1, p0, Lapp/qitao/floor/Floor;->photo:Landroid/net/Uri;
    if-eqz v1, :tell
    const/4 v2, 0x1
    new-array v0, v2, [Landroid/net/Uri;
    const/4 v2, 0x0
    aput-object v1, v0, v2
    :tell
    invoke-direct {p0, v0}, Lapp/qitao/floor/Floor;->answer([Landroid/net/Uri;)V
    return-void
.end method

.method private kept()Landroid/content/SharedPreferences;
    .locals 2
    const-string v0, "floor"
    const/4 v1, 0x0
    invoke-virtual {p0, v0, v1}, Lapp/qitao/floor/Floor;->getSharedPreferences(Ljava/lang/String;I)Landroid/content/SharedPreferences;
    move-result-object v0
    return-object v0
.end method

# The number of a resource by its kind and name.
.method private named(Ljava/lang/String;Ljava/lang/String;)I
    .locals 2
    invoke-virtual {p0}, Lapp/qitao/floor/Floor;->getResources()Landroid/content/res/Resources;
    move-result-object v0
    invoke-virtual {p0}, Lapp/qitao/floor/Floor;->getPackageName()Ljava/lang/String;
    move-result-object v1
    invoke-virtual {v0, p2, p1, v1}, Landroid/content/res/Resources;->getIdentifier(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)I
    move-result v0
    return v0
.end method

.method private part(Ljava/lang/String;)Landroid/view/View;
    .locals 1
    const-string v0, "id"
    invoke-direct {p0, v0, p1}, Lapp/qitao/floor/Floor;->named(Ljava/lang/String;Ljava/lang/String;)I
    move-result v0
    invoke-virtual {p0, v0}, Lapp/qitao/floor/Floor;->findViewById(I)Landroid/view/View;
    move-result-object v0
    return-object v0
.end method
